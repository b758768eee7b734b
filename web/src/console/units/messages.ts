/** Chooses the parameters of messages that become columns. Pure. */
type Message = Readonly<Record<string, unknown>>

/** The parameters that most people want first, if the tracker sends them. */
const usual = [
  'position.latitude',
  'position.longitude',
  'position.speed',
  'position.satellites',
  'engine.ignition.status',
  'battery.level',
  'battery.voltage',
  'external.powersource.voltage',
  'gsm.signal.level',
]
const usualMax = 5

/** All parameters of these messages, in alphabetical order. */
export const parametersOf = (messages: readonly Message[]): readonly string[] =>
  [...new Set(messages.flatMap((message) => Object.keys(message)))]
    .filter((name) => name !== 'timestamp')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** The columns in the address, or the default ones; an address without any column is a choice, too. */
export function columnsOf(asked: string | null, all: readonly string[]): readonly string[] {
  if (asked !== null) return asked.split(',').filter((name) => name !== '')
  const found = usual.filter((name) => all.includes(name)).slice(0, usualMax)
  return found.length > 0 ? found : all.slice(0, usualMax)
}
