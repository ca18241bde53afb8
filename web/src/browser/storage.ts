// What this device remembers: settings, tables, half-made rows. Where nothing may be kept, nothing is, and all still works.

const PREFIX = 'keypeg.'

export function read<Value>(name: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? otherwise : (JSON.parse(text) as Value)
  } catch {
    return otherwise
  }
}

export function write(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // full, or forbidden
  }
}

/** A table at which somebody on this device sits. */
export type Mine = {
  id: string
  guest: number
  name: string
  edition: string
  at: number
  /** The only seat that this device holds, if it came by a link. */ seat?: number
}

const MOST = 50

export const mine = (): Mine[] => read<Mine[]>('tables', [])

export function remember(table: Mine): void {
  write('tables', [table, ...mine().filter((one) => one.id !== table.id)].slice(0, MOST))
}

export function forget(id: string): void {
  write(
    'tables',
    mine().filter((one) => one.id !== id),
  )
}
