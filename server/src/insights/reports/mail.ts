/** The email that a report is ready. */

import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'
import { dateText, type Habits } from '#kernel/time/habits.ts'
import { dateOf } from '#kernel/time/zone.ts'
import type { Lang } from './report.ts'

interface Text {
  paragraphs(report: string, kind: string, period: string): readonly string[]
  readonly label: string
  readonly footer: string
}

const english: Text = {
  paragraphs: (report, kind, period) => [
    `Your report ${report} is ready: ${kind}, ${period}.`,
    'The link works for 14 days without signing in. Share it and the file only with people who may see this report.',
  ],
  label: 'Download report',
  footer:
    'You receive this email because someone entered your address for this report. If you don’t want it, ask them to remove your address.',
}

const german: Text = {
  paragraphs: (report, kind, period) => [
    `Ihr Bericht ${report} ist fertig: ${kind}, ${period}.`,
    'Der Link gilt 14 Tage, auch ohne Anmeldung. Geben Sie ihn und die Datei nur an Personen weiter, die diesen Bericht sehen dürfen.',
  ],
  label: 'Bericht herunterladen',
  footer:
    'Sie erhalten diese E-Mail, weil jemand Ihre Adresse für diesen Bericht eingetragen hat. Wenn Sie das nicht möchten, lassen Sie Ihre Adresse dort entfernen.',
}

const texts = catalogue(english, { de: german })

export interface ReportMail {
  readonly name: string
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly lang: Lang
  readonly habits: Habits
  readonly url: string
}

export function reportMail({ name, kind, from, to, zone, lang, habits, url }: ReportMail): Composed {
  const day = (t: number) => dateText(dateOf(zone, t), habits, lang)
  const [first, last] = [day(from), day(to - 1)]
  const period = first === last ? first : `${first} – ${last}`
  const { paragraphs, label, footer } = texts(lang)
  return composeMail({
    subject: `${quoted(name)}: ${period}`,
    paragraphs: paragraphs(quoted(name), kind, period),
    action: { label, url },
    ...{ footer, lang },
  })
}
