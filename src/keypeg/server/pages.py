"""The pages of the browser client, as Vite has built them into the package: one page, and what it loads.

Which page is shown is decided in the browser, by the address. All addresses that links can name are answered with the
same file; what it loads has a name that changes with its content, and can be kept for ever.
"""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

from keypeg.service.errors import TableError

WEB = Path(__file__).parent / "web"

ADDRESSES = (
    *("/", "/new/{name}", "/table/{name}", "/join/{name}", "/watch/{name}", "/seat/{name}/{seat}"),
    *("/desk", "/desk/{name}", "/review", "/review/{name}", "/daily", "/learn", "/learn/{name}", "/statistics"),
)
"""Where people find pages."""

FOR_EVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"


def add_pages(app: FastAPI, folder: Path = WEB) -> None:
    """Let an application show the pages."""

    async def page(name: str = "", seat: str = "") -> FileResponse:
        if not (folder / "index.html").is_file():
            raise TableError("no-pages")
        return FileResponse(folder / "index.html", headers={"cache-control": ASKED_AGAIN})

    async def icon() -> FileResponse:
        return FileResponse(folder / "icon.svg")

    for address in ADDRESSES:
        app.add_api_route(address, page, include_in_schema=False, response_class=FileResponse)
    app.add_api_route("/icon.svg", icon, include_in_schema=False, response_class=FileResponse)
    app.mount("/assets", _Assets(directory=folder / "assets", check_dir=False))


class _Assets(StaticFiles):
    def file_response(self, *values: Any, **named: Any) -> Response:
        response = super().file_response(*values, **named)
        response.headers["cache-control"] = FOR_EVER
        return response
