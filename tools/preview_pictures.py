"""Draws the pictures of link previews from the shelf of the home page: `python -m tools.preview_pictures`.

They are in web/public/previews, one for each edition and one for all other pages, and are built into the package.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from keypeg.editions import RULEBOOKS
from keypeg.server.link_previews import DEFAULT_PICTURE, PICTURE_HEIGHT, PICTURE_WIDTH
from tools.chromium import launch
from tools.pictures import write_small
from tools.screenshots import server

FOLDER = Path(__file__).parent.parent / "web" / "public" / "previews"

VIEWPORT: ViewportSize = {"width": PICTURE_WIDTH, "height": PICTURE_HEIGHT}

COVER = """([selector, style]) => {
  const cover = document.createElement('div')
  cover.style.cssText = 'position: fixed; inset: 0; display: grid; place-content: center; background: var(--table)'
  const drawing = document.querySelector(selector).cloneNode(true)
  drawing.style.cssText = style
  cover.append(drawing)
  document.body.append(cover)
}"""
"""Covers the page with a copy of one of its drawings."""

SIGN, SIGN_STYLE = "main .sign", "zoom: 1.6"
BOARD_STYLE = "width: auto; height: 270px"


def take(page: Page, name: str, selector: str, style: str) -> int:
    """Take the picture of a drawing on the home page; return its bytes."""
    page.goto("/")
    page.locator("main li svg").first.wait_for()
    page.evaluate(COVER, [selector, style])
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.png"
        page.screenshot(path=large)
        return write_small(large, FOLDER / f"{name}.png")


def main() -> None:
    """Draw all pictures."""
    with server() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(base_url=address, viewport=VIEWPORT, color_scheme="light", reduced_motion="reduce")
        print(DEFAULT_PICTURE, take(page, DEFAULT_PICTURE, SIGN, SIGN_STYLE))
        for edition in RULEBOOKS:
            print(edition, take(page, edition, f'main a[href="/new/{edition}"] svg', BOARD_STYLE))
        browser.close()


if __name__ == "__main__":
    main()
