/** Emails to a client who wants its account deleted. */

import { type Composed, catalogue, composeMail, languageOf } from '#kernel/mail/texts.ts'
import { dateText, type TimeHabits } from '#kernel/time/habits.ts'

interface Text {
  readonly subject: string
  paragraphs(day: string): readonly string[]
  readonly label: string
  readonly footer: string
}

const english: Text = {
  subject: 'Your account will be deleted',
  paragraphs: (day) => [
    `Your account and everything in it will be deleted on ${day}. Until then you can use it as before, and undo this with the link below or on your account page.`,
    'Keep this email: afterwards the same link opens the certificate that says what was deleted.',
  ],
  label: 'Keep my account',
  footer: 'If this wasn’t you, undo it, reset your password at once and contact your provider.',
}

const german: Text = {
  subject: 'Ihr Konto wird gelöscht',
  paragraphs: (day) => [
    `Ihr Konto und alles darin wird am ${day} gelöscht. Bis dahin können Sie es weiter benutzen und das Löschen mit dem Link unten oder auf Ihrer Kontoseite rückgängig machen.`,
    'Bewahren Sie diese E-Mail auf: Danach öffnet derselbe Link die Bescheinigung darüber, was gelöscht wurde.',
  ],
  label: 'Konto behalten',
  footer:
    'Wenn Sie das nicht waren, machen Sie es rückgängig, setzen Sie sofort Ihr Passwort zurück und wenden Sie sich an Ihren Anbieter.',
}

const texts = catalogue(english, { de: german })

interface Erasure extends Pick<TimeHabits, 'dateOrder'> {
  readonly lang: string | null
  readonly dueAt: Date
  readonly url: string
}

export function erasureMail(to: Erasure): Composed {
  const { subject, paragraphs, label, footer } = texts(to.lang)
  const day = dateText(to.dueAt.toISOString().slice(0, 10), to, languageOf(to.lang))
  return composeMail({ subject, paragraphs: paragraphs(day), action: { label, url: to.url }, footer, lang: to.lang })
}
