/**
 * How trackers are told by SMS where to send: the texts of their makers' manuals, for the models these manuals are of.
 * Only texts we are sure of; how a model without any is set up is in setup-ways.ts.
 *
 * Filled in: {host} a name or an address, {ip} an address where the tracker takes no name, {port}, {apn} the access point
 * of the SIM card, {ident} the unit's ident, {checksum} over all before the asterisk. {password} is the tracker's own and
 * {phone} the installer's number: they stay as they are. Where a maker ships all trackers with the same password, that
 * stands in the text.
 */
import { nmeaSum } from './families/nmea.ts'
import { type SetupText, setupRows } from './setup-texts.ts'

/** Templates for a model; empty when none are known. */
export const setupTextsOf = (
  manufacturer: string,
  { title, protocol }: { readonly title: string; readonly protocol: string },
): readonly SetupText[] =>
  setupRows
    .filter((row) => row.manufacturer === manufacturer && row.protocol === protocol)
    .filter(({ titles }) => !titles || titles.some((start) => start === `=${title}` || title.startsWith(start)))
    .flatMap(({ texts }) => texts)

export interface SetupValues {
  readonly host: string
  readonly ip: string
  readonly port: number
  readonly ident: string
  readonly apn?: string | undefined
}

/** A template with what is known; the rest keeps its braces. */
export function filledSetup(text: string, values: SetupValues): string {
  const known: Readonly<Record<string, string | undefined>> = { ...values, port: String(values.port) }
  const filled = text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
  )
  const [summed = ''] = filled.split('*')
  return summed.includes('{') ? filled : filled.replace('{checksum}', nmeaSum(summed))
}
