/** Tries the settings of one page before or after they are saved, as a person would. */
import { Geocoder } from '#insights/addresses/geocoder/geocoder.ts'
import { openPlace } from '#kernel/backup/places.ts'
import { ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { Config } from '#kernel/config/config.ts'
import type { SettingPage } from '#kernel/config/setting-pages.ts'
import type { Context } from '#kernel/context.ts'
import { MapFile } from '#kernel/geo/map-file/map-file.ts'
import { openLine, ServerDown } from '#kernel/mail/smtp.ts'
import { composeMail } from '#kernel/mail/texts.ts'

interface Tried {
  readonly works: boolean
  readonly says: string
}

const works = (says: string): Tried => ({ works: true, says })
const fails = (says: string): Tried => ({ works: false, says })
const patience = { connectMs: 5_000, answerMs: 10_000, wholeMs: 15_000 }
const answerMs = 5_000

type Parts = Pick<Context, 'cards' | 'log' | 'clock'>
type Try = (config: Config, ctx: Parts, email: string) => Promise<Tried>

export const tries: Readonly<Record<SettingPage, Try>> = {
  installation: tryAddress,
  mail: tryMail,
  payments: tryPayments,
  map: tryMap,
  addresses: tryGeocoder,
  backups: tryBackups,
}

const reasonOf = (error: unknown) => {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

async function tryAddress({ publicUrl }: Config): Promise<Tried> {
  try {
    const answer = await fetch(`${publicUrl}/settings.json`, { signal: AbortSignal.timeout(answerMs) })
    const { public_url: answered } = (await answer.json()) as { public_url?: unknown }
    if (typeof answered !== 'string')
      return fails(`${publicUrl} answers, but not as Waymark. Check the address or the proxy.`)
    const hint = publicUrl.startsWith('https:')
      ? ''
      : ' Browsers warn about pages without TLS. Use a proxy with TLS and https://.'
    return works(`${publicUrl} leads to Waymark.${hint}`)
  } catch (error) {
    return fails(
      `${publicUrl} cannot be reached from this machine (${reasonOf(error)}). Check the address, DNS and the proxy.`,
    )
  }
}

async function tryMail(config: Config, { clock }: Parts, to: string): Promise<Tried> {
  if (config.smtpUrl === undefined) {
    return fails('There is no mail server: emails stay in the built-in mailbox. Enter a mail server.')
  }
  const { host } = new URL(config.smtpUrl)
  try {
    const line = await openLine(config, patience)
    const mail = composeMail({
      subject: 'The mail server works',
      paragraphs: [`This test email of ${config.name} was sent through ${host}.`],
      footer: 'You requested it in the settings of the operator console.',
    })
    const at = clock.now()
    await line.send({ ...mail, to, at, senderName: null, key: `settings-test-${at.getTime()}` })
    line.close()
    return works(`${host} has accepted an email to ${to}. Check that it arrives.`)
  } catch (error) {
    const what = error instanceof ServerDown ? 'cannot be used' : 'refused the email'
    return fails(`${host} ${what}: ${reasonOf(error)}`)
  }
}

async function tryPayments({ stripeKey, cardSandbox }: Config, { cards }: Pick<Context, 'cards'>): Promise<Tried> {
  if (stripeKey === undefined) {
    return works(
      cardSandbox
        ? 'Without a key, the built-in sandbox takes test cards. No money moves.'
        : 'Without a key, dealers cannot pay by card.',
    )
  }
  try {
    const { livemode } = await cards.stripe(stripeKey).checkKey()
    return works(livemode ? 'Stripe accepts the key, for real money.' : 'Stripe accepts the key, for tests.')
  } catch (error) {
    if (error instanceof ProcessorDown) return fails('Stripe does not answer. Try again in a minute.')
    if (error instanceof ProcessorRefusal) return fails(`Stripe refuses the key: ${error.message}`)
    throw error
  }
}

async function tryMap({ mapFiles, mapStyleUrl }: Config): Promise<Tried> {
  const lines: string[] = []
  for (const path of mapFiles) {
    try {
      const file = await MapFile.open(path)
      const { west, south, east, north, maxZoom } = file.header
      lines.push(
        `${path} covers ${[west, south, east, north].map((one) => one.toFixed(1)).join(', ')}, up to zoom ${maxZoom}.`,
      )
      await file.close()
    } catch (error) {
      return fails(`The map file ${path} cannot be used: ${(error as Error).message}.`)
    }
  }
  if (mapStyleUrl !== undefined) {
    try {
      const answer = await fetch(mapStyleUrl, { signal: AbortSignal.timeout(answerMs) })
      const style = (await answer.json()) as { version?: unknown; layers?: unknown }
      if (!Array.isArray(style.layers)) return fails('The address of the style does not answer with a MapLibre style.')
      lines.push(`The style has ${style.layers.length} layers.`)
    } catch (error) {
      return fails(`The style cannot be loaded (${reasonOf(error)}). Check its address.`)
    }
  }
  return works(lines.join(' ') || 'The built-in map of coasts and borders is shown.')
}

/** A position that every worldwide geocoder should know: the middle of Vaduz. */
const known = { lat: 47.141, lon: 9.5215 }

async function tryGeocoder({ geocoder }: Config, { log }: Pick<Context, 'log'>): Promise<Tried> {
  if (geocoder === undefined) return works('There is no geocoder. Addresses come from the map and the list of towns.')
  const asked = new Geocoder(geocoder, log)
  const found = await asked.reverse(known)
  if (found.state === 'found') return works(`It answers: ${found.address.text}`)
  if (found.state === 'nothing') return works('It answers, but knows no address for the test position in Vaduz.')
  return fails(`The geocoder cannot be used: ${asked.state().lastFailure ?? 'no answer'}`)
}

async function tryBackups(config: Config): Promise<Tried> {
  const place = openPlace(config)
  try {
    await place.tryOut()
  } catch (error) {
    return fails(`${place.title} cannot be used: ${(error as Error).message}`)
  }
  const when = config.backups.time === undefined ? ' Enter a time to make backups every day.' : ''
  return works(`${place.title} works: a small file was written, read and deleted.${when}`)
}
