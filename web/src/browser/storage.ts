// Values that this browser stores. Where storage is full or forbidden, nothing is stored and the pages still work.

const PREFIX = 'keypeg.'

export function read<Value>(name: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? fallback : (JSON.parse(text) as Value)
  } catch {
    return fallback
  }
}

/** Store a value; null removes it. */
export function write(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // full, or forbidden
  }
}
