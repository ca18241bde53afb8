"""Serves the pages of the browser client, which Vite has built into the package: one HTML file and its assets.

The browser decides by the address which page to show, so all addresses of pages are answered with the same file. The
name of an asset changes with its content, so browsers may cache assets for ever.
"""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

from keypeg.service.errors import TableError

WEB_FOLDER = Path(__file__).parent / "web"

PAGE_PATHS = (
    *("/", "/new/{name}", "/table/{name}", "/join/{name}", "/watch/{name}", "/seat/{name}/{seat}"),
    *(
        "/solver",
        "/solver/{name}",
        "/review",
        "/review/{name}",
        "/daily",
        "/daily/{name}",
        "/learn",
        "/learn/{name}",
        "/statistics",
        "/tables",
    ),
)
"""The paths of all pages."""

CACHE_FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"


def unknown_page(request: Request, folder: Path = WEB_FOLDER) -> Response | None:
    """Answer a browser at an unknown address with the pages; None for a program, or if they are not built."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith("/api/") or not (folder / "index.html").is_file():
        return None
    return FileResponse(folder / "index.html", status_code=404, headers={"cache-control": REVALIDATE})


def add_pages(app: FastAPI, folder: Path = WEB_FOLDER) -> None:
    """Add the pages to an application."""

    async def page(name: str = "", seat: str = "") -> FileResponse:
        if not (folder / "index.html").is_file():
            raise TableError("no-pages")
        return FileResponse(folder / "index.html", headers={"cache-control": REVALIDATE})

    async def icon() -> FileResponse:
        return FileResponse(folder / "icon.svg")

    for path in PAGE_PATHS:
        app.add_api_route(path, page, include_in_schema=False, response_class=FileResponse)
    app.add_api_route("/icon.svg", icon, include_in_schema=False, response_class=FileResponse)
    app.mount("/assets", _Assets(directory=folder / "assets", check_dir=False))


class _Assets(StaticFiles):
    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = CACHE_FOR_EVER
        return response
