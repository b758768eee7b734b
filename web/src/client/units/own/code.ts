/** The device named by the text of a QR code: a bare ident, a list of names and values, or an address. Pure. */

export interface NamedDevice {
  readonly ident: string
  /** An id of the catalogue or a title, as in the code. */
  readonly model: string | undefined
}

/** In order of precedence: many boxes have a serial number called ID next to the IMEI. */
const identNames = ['ident', 'imei', 'deviceid', 'device_id', 'uniqueid', 'id']
const modelNames = ['model', 'hw_id']

/** As on the server: 1 to 64 printable characters without white space. */
const isIdent = (text: string | undefined): text is string => text !== undefined && /^[!-~]{1,64}$/.test(text)

export function deviceIn(code: string): NamedDevice | undefined {
  const text = code.trim()
  const values = URL.canParse(text) && text.includes('://') ? valuesOfAddress(new URL(text)) : valuesOfList(text)
  const firstOf = (names: readonly string[]) => names.map((name) => values.get(name)).find(isIdent)
  const ident = firstOf(identNames) ?? imeiIn(text) ?? (values.size === 0 && isBare(text) ? text : undefined)
  return ident === undefined ? undefined : { ident, model: firstOf(modelNames) }
}

type Values = ReadonlyMap<string, string>

/** The query, and what looks like a query after `#`, as in the addresses of this application. */
function valuesOfAddress({ searchParams, hash }: URL): Values {
  const behind = new URLSearchParams(hash.includes('?') ? hash.slice(hash.indexOf('?') + 1) : hash.slice(1))
  return new Map([...searchParams, ...behind].map(([name, value]) => [name.toLowerCase(), value.trim()]))
}

/** `IMEI:352…;SN:47`, `ident=352… model=101`, one per line, or JSON: a name, a colon or an equals sign, a value. */
function valuesOfList(text: string): Values {
  const pairs = text.matchAll(/([a-z_]\w*)"?\s*[:=]\s*"?([^\s",;|&{}]+)/gi)
  return new Map(Array.from(pairs, ([, name = '', value = '']) => [name.toLowerCase(), value]))
}

/** Fifteen digits in a row, if there is exactly one such number: that is an IMEI, whatever surrounds it. */
function imeiIn(text: string): string | undefined {
  const [first, ...others] = new Set(text.match(/(?<!\d)\d{15}(?!\d)/g))
  return others.length === 0 ? first : undefined
}

const isBare = (text: string) => isIdent(text) && !text.includes('://')

interface Model {
  readonly id: number
  readonly title: string
  readonly manufacturer: string
}

/** By its id, or by its title with or without its maker. */
export function modelIn<T extends Model>(models: readonly T[], said: string | undefined): T | undefined {
  const wanted = said?.trim().toLowerCase()
  if (!wanted) return undefined
  const isCalled = ({ id, title, manufacturer }: Model) =>
    [String(id), title.toLowerCase(), `${manufacturer} ${title}`.toLowerCase()].includes(wanted)
  return models.find(isCalled)
}
