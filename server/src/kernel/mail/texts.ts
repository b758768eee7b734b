/**
 * How an email is written: the same paragraphs become plain text and HTML. The words are the features' own
 * (`<feature>/mail.ts`), in a catalogue by language. Nothing is loaded from elsewhere, so that reading it is not
 * tracked. Pure.
 */
import { dayText, type TimeHabits } from '../time/habits.ts'

export type Fact = readonly [name: string, value: string]

/** The contents of an email. Every string is text, never HTML. */
export interface Letter {
  readonly subject: string
  /** The name above the HTML. The plain text has none, because mail programs show the sender. */
  readonly sender?: string
  readonly paragraphs: readonly string[]
  /** Amounts and dates, below the paragraphs: a table in HTML, `name: value` in the text. */
  readonly facts?: readonly Fact[]
  /** One call to action: a button in HTML, the bare link in the text. The link is ours, never a caller's. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Why it was sent, in small print below the line. */
  readonly footer?: string
  /** Colour of the button, like `#1d4ed8`: a dealer's own. */
  readonly colour?: string | null
  /** The reader's language; English if emails are not written in it. */
  readonly lang?: string | null
}

export interface Composed {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const subjectMax = 150

export function composeMail({ subject, paragraphs, facts = [], lang: asked, ...rest }: Letter): Composed {
  const lang = languageOf(asked)
  const title = shortened(oneLine(subject), subjectMax)
  const { action, footer } = rest
  const said = paragraphs.map(readable)
  const known = facts.map(([name, value]): Fact => [oneLine(name), readable(value).replaceAll('\n', ' ')])
  const text = [
    ...said,
    ...(known.length > 0 ? [known.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${oneLine(action.label)}:\n${action.url}`] : []),
    ...(footer ? ['--', footer] : []),
  ]
  return { subject: title, text: `${text.join('\n\n')}\n`, html: page({ ...rest, title, said, facts: known, lang }) }
}

interface Page extends Pick<Letter, 'sender' | 'action' | 'footer' | 'colour'> {
  readonly title: string
  readonly said: readonly string[]
  readonly facts: readonly Fact[]
  readonly lang: string
}

/** Styles are inline, because mail programs drop style sheets. */
const page = ({ title, sender, said, facts, action, footer, colour, lang }: Page): string => `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
${sender ? `<p style="margin:0 0 20px;padding-bottom:8px;border-bottom:3px solid ${escaped(colour ?? usualColour)};font-weight:600">${escaped(oneLine(sender))}</p>\n` : ''}<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(glued(title))}</h1>
${said.map((paragraph) => `<p style="margin:0 0 16px">${lines(paragraph)}</p>`).join('\n')}
${facts.length > 0 ? table(facts) : ''}${action ? button(action, colour ?? usualColour) : ''}${footer ? `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #8884;font-size:13px;opacity:.75">${lines(footer)}</p>\n` : ''}</div>
</body>
</html>
`

const table = (facts: readonly Fact[]): string => {
  const row = ([name, value]: Fact) =>
    `<tr><td style="padding:4px 24px 4px 0;vertical-align:top;opacity:.75">${escaped(name)}</td><td style="padding:4px 0;vertical-align:top;font-weight:600">${escaped(glued(value))}</td></tr>`
  return `<table style="margin:0 0 16px;border-collapse:collapse">${facts.map(row).join('')}</table>\n`
}

const usualColour = '#1d4ed8'

/** White on dark and black on light, by perceived brightness. */
function letteringOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#000000' : '#ffffff'
}

/** The link is also below the button, for mail programs that show no button. */
const button = ({ label, url }: NonNullable<Letter['action']>, colour: string): string =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${escaped(colour)};color:${letteringOn(colour)};font-weight:600;text-decoration:none">${escaped(oneLine(label))}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere"><a href="${escaped(url)}">${escaped(url)}</a></p>
`

/** An amount stays next to its currency. */
const glued = (text: string) => text.replace(/(?<=\d) (?=[A-Z]{3}\b)/g, '\u00a0')

const lines = (text: string) => escaped(glued(text)).replaceAll('\n', '<br>')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)

/** Line breaks stay; other characters that are invisible or change the writing direction are removed. */
const readable = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
const oneLine = (text: string) => readable(text).replace(/\s+/g, ' ').trim()

/** Whole characters, as people count them. */
function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/**
 * Someone else's words within ours: a company's name, an item of a bill. One line, short, and no address that a mail
 * program would turn into a link, so that nobody can write their own letter under our name.
 */
export const quoted = (text: string, max = 100): string =>
  shortened(
    oneLine(text)
      .replaceAll('://', ' ')
      .replace(/\.(?=\p{L}{2})/gu, '. '),
    max,
  )

/** The languages of emails to clients. */
const languages = ['en', 'de'] as const
export type MailLanguage = (typeof languages)[number]

/** `de-AT` is German; an unknown language becomes English. */
export const languageOf = (lang: string | null | undefined): MailLanguage =>
  languages.find((one) => one === lang?.toLowerCase().split(/[-_]/)[0]) ?? 'en'

/** Null: nothing was chosen. */
export interface DayReader {
  readonly lang: string | null
  readonly dateOrder: TimeHabits['dateOrder'] | null
}

/** A day in UTC, as automation counts them. */
export const dayIn = (date: Date, { lang, dateOrder }: DayReader): string =>
  dayText(date.toISOString().slice(0, 10), { dateOrder: dateOrder ?? 'locale' }, languageOf(lang))

/**
 * Texts by language: `const texts = catalogue({ paid: (name: string) => … }, { de: { paid: … } })`, then
 * `texts(user.lang).paid(…)`. A language with a text missing does not compile; mails to a dealer's company are in English.
 */
export function catalogue<Texts>(
  english: Texts,
  others: Readonly<Partial<Record<Exclude<MailLanguage, 'en'>, NoInfer<Texts>>>> = {},
): (lang: string | null | undefined) => Texts {
  const known: Readonly<Partial<Record<MailLanguage, Texts>>> = { en: english, ...others }
  return (lang) => known[languageOf(lang)] ?? english
}
