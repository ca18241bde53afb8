// A record inside a link: compressed, and spelled in letters that an address may hold. It stands after `#`, so the
// server never sees it.

async function pipe(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(piped).arrayBuffer())
}

/** A longer record is sent without its remarks, because the server limits its length. */
const LONG_RECORD = 12_000

const withoutRemarks = (record: string): string =>
  record
    .split('\n')
    .filter((line) => !line.startsWith(';'))
    .join('\n')

/** A record as it is sent for a review. */
export const recordToSend = (record: string): string => (record.length > LONG_RECORD ? withoutRemarks(record) : record)

/** A record, without its remarks, as text for a link. */
export async function packRecord(record: string): Promise<string> {
  const bytes = await pipe(new CompressionStream('deflate-raw'), new TextEncoder().encode(withoutRemarks(record)))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The record in the text of a link. Throws if there is none. */
export async function unpackRecord(text: string): Promise<string> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return new TextDecoder().decode(await pipe(new DecompressionStream('deflate-raw'), bytes))
}
