/**
 * How a tracker's server is set by SMS: the texts in the makers' manuals, for the models of these manuals. Only texts
 * that we are sure of; setup-ways.ts says how a model without one is set up.
 *
 * Filled in: {host} a name or an address, {ip} an address if the tracker accepts no name, {port}, {apn} the access
 * point of the SIM card, {ident} the unit's ident, {checksum} over everything before the asterisk. {password} is the
 * tracker's own and {phone} the installer's number: they stay as they are. If a maker ships all trackers with the same
 * password, the text contains it.
 */
import { nmeaSum } from '../families/nmea.ts'
import { type SetupText, setupRows } from './setup-texts.ts'

/** Templates for a model; empty if none are known. */
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

/** Fills in a template; what is not known keeps its braces. */
export function filledSetup(text: string, values: SetupValues): string {
  const known: Readonly<Record<string, string | undefined>> = { ...values, port: String(values.port) }
  const filled = text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
  )
  const [summed = ''] = filled.split('*')
  return summed.includes('{') ? filled : filled.replace('{checksum}', nmeaSum(summed))
}
