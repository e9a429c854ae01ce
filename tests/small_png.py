"""Write a picture with at most 256 colours: a screenshot at a third of its size."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The browser decodes the picture; similar colours are merged into the most frequent
# one.
READ = """async (source) => {
  const image = await createImageBitmap(await (await fetch(source)).blob());
  const {width, height} = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const count = new Map();
  for (const pixel of pixels) count.set(pixel, 1 + (count.get(pixel) ?? 0));
  const near = (pixel) => pixel & 0xf8f8f8;
  const palette = [];
  const place = new Map();
  for (const [pixel] of [...count].sort((a, b) => b[1] - a[1])) {
    if (palette.length < 256 && !place.has(near(pixel))) {
      place.set(near(pixel), palette.length);
      palette.push(pixel);
    }
  }
  const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const apart = (a, b) => {
    const others = parts(b);
    return parts(a).reduce((sum, part, i) => sum + (part - others[i]) ** 2, 0);
  };
  const nearest = (pixel) => palette.reduce(
    (best, each, i) => apart(pixel, each) < apart(pixel, palette[best]) ? i : best, 0);
  for (const pixel of count.keys()) {
    if (!place.has(near(pixel))) place.set(near(pixel), nearest(pixel));
  }
  const rows = new Uint8Array(pixels.length);
  pixels.forEach((pixel, i) => { rows[i] = place.get(near(pixel)); });
  let text = "";
  for (let i = 0; i < rows.length; i += 8192) {
    text += String.fromCharCode(...rows.subarray(i, i + 8192));
  }
  return [width, height, palette.flatMap(parts), btoa(text)];
}"""


def small(page: Page, picture: bytes) -> bytes:
    """Return a PNG of the same picture; `page` is an empty tab."""
    source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    width, height, palette, packed = page.evaluate(READ, source)
    rows = base64.b64decode(packed)
    lines = (rows[at : at + width] for at in range(0, len(rows), width))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(palette)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    crc = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)
