/** What a client is written while activating an account. */
import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'

interface Texts {
  confirm(company: string): { subject: string; paragraphs: string[]; label: string; footer: string }
  inUse(): { subject: string; paragraphs: string[]; label: string; footer: string }
}

const english: Texts = {
  confirm: (company) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Your account with ${company} is nearly ready. Confirm this address, and log in with it and the password you have chosen.`,
      'The link works once, within 24 hours.',
    ],
    label: 'Confirm and activate the account',
    footer:
      'You get this mail because somebody entered your address at an activation link. If it was not you, do nothing.',
  }),
  inUse: () => ({
    subject: 'You already have an account',
    paragraphs: [
      'Somebody entered your address to activate another account. An address belongs to one account only, and this one is yours already, so nothing was changed.',
      'If it was you: log in as before, or activate the other account with another address.',
    ],
    label: 'Log in',
    footer: 'If it was not you, do nothing.',
  }),
}

const german: Texts = {
  confirm: (company) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      `Ihr Konto bei ${company} ist fast fertig. Bestätigen Sie diese Adresse, und melden Sie sich mit ihr und dem gewählten Passwort an.`,
      'Der Link gilt einmal, innerhalb von 24 Stunden.',
    ],
    label: 'Bestätigen und Konto aktivieren',
    footer:
      'Sie erhalten diese E-Mail, weil jemand Ihre Adresse bei einem Aktivierungslink eingegeben hat. Waren Sie es nicht, tun Sie nichts.',
  }),
  inUse: () => ({
    subject: 'Sie haben bereits ein Konto',
    paragraphs: [
      'Jemand hat Ihre Adresse eingegeben, um ein anderes Konto zu aktivieren. Eine Adresse gehört nur zu einem Konto, und dieses haben Sie schon. Deshalb wurde nichts geändert.',
      'Waren Sie es selbst: Melden Sie sich an wie bisher, oder aktivieren Sie das andere Konto mit einer anderen Adresse.',
    ],
    label: 'Anmelden',
    footer: 'Waren Sie es nicht, tun Sie nichts.',
  }),
}

const texts = catalogue(english, { de: german })

export function confirmMail(to: { lang: string | null; company: string; url: string }): Composed {
  const { label, ...letter } = texts(to.lang).confirm(quoted(to.company))
  return composeMail({ ...letter, action: { label, url: to.url }, lang: to.lang })
}

export function inUseMail(to: { lang: string | null; url: string }): Composed {
  const { label, ...letter } = texts(to.lang).inUse()
  return composeMail({ ...letter, action: { label, url: to.url }, lang: to.lang })
}
