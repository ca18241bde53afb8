"""Serves the pages of the browser client, which Vite has built into the package: one HTML file and its assets.

The browser decides by the address which page to show, so all addresses of pages are answered with the same file, and
only its link preview differs. The name of an asset changes with its content, so browsers may cache assets for ever.
"""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from keypeg.server.link_previews import preview_link, preview_tags
from keypeg.server.request_context import language_of
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
CACHE_FOR_A_DAY = "public, max-age=86400"

ICON_PATH = "/icon.svg"
ASSETS_PATH = "/assets"
PREVIEWS_PATH = "/previews"

PAGE_HEADERS = {"cache-control": REVALIDATE, "vary": "accept-language"}

END_OF_HEAD = "</head>"


def unknown_page(request: Request, folder: Path = WEB_FOLDER) -> Response | None:
    """Answer a browser at an unknown address with the pages; None for a program, or if they are not built."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith("/api/") or not (folder / "index.html").is_file():
        return None
    return FileResponse(folder / "index.html", status_code=404, headers={"cache-control": REVALIDATE})


def is_file_of_pages(path: str) -> bool:
    """Whether this is the path of a file that belongs to the pages, such as a script, a style or a picture."""
    return path == ICON_PATH or path.startswith((f"{ASSETS_PATH}/", f"{PREVIEWS_PATH}/"))


def add_pages(app: FastAPI, folder: Path = WEB_FOLDER) -> None:
    """Add the pages to an application."""

    async def page(request: Request, name: str = "", seat: str = "") -> HTMLResponse:
        if not (folder / "index.html").is_file():
            raise TableError("no-pages")
        path = request.url.path
        preview = await preview_link(path, request.app.state.tables, language_of(request.scope))
        tags = preview_tags(preview, f"{request.url.scheme}://{request.url.netloc}", path)
        html = (folder / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(html.replace(END_OF_HEAD, f"  {tags}\n  {END_OF_HEAD}", 1), headers=PAGE_HEADERS)

    async def icon() -> FileResponse:
        return FileResponse(folder / "icon.svg")

    for path in PAGE_PATHS:
        app.add_api_route(path, page, include_in_schema=False, response_class=HTMLResponse)
    app.add_api_route(ICON_PATH, icon, include_in_schema=False, response_class=FileResponse)
    app.mount(ASSETS_PATH, _Files(CACHE_FOR_EVER, folder / "assets"))
    app.mount(PREVIEWS_PATH, _Files(CACHE_FOR_A_DAY, folder / "previews"))


class _Files(StaticFiles):
    def __init__(self, caching: str, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.caching = caching

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = self.caching
        return response
