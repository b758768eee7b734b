/** Emails to a client during activation. */
import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'

interface Texts {
  confirm(company: string): { subject: string; paragraphs: string[]; label: string; footer: string }
  inUse(): { subject: string; paragraphs: string[]; label: string; footer: string }
}

const english: Texts = {
  confirm: (company) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Your account with ${company} is almost ready. Confirm this address, then sign in with it and the password you chose.`,
      'The link works once, within 24 hours.',
    ],
    label: 'Confirm and activate',
    footer:
      'You received this email because someone entered your address to activate an account. If this wasn’t you, you don’t need to do anything.',
  }),
  inUse: () => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone entered your address to activate another account. An address can belong to only one account, and you already have one, so nothing was changed.',
      'If this was you, sign in as before, or activate the other account with a different address.',
    ],
    label: 'Log in',
    footer: 'If this wasn’t you, you don’t need to do anything.',
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
      'Sie erhalten diese E-Mail, weil jemand Ihre Adresse eingegeben hat, um ein Konto zu aktivieren. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
  }),
  inUse: () => ({
    subject: 'Sie haben bereits ein Konto',
    paragraphs: [
      'Jemand hat Ihre Adresse eingegeben, um ein anderes Konto zu aktivieren. Eine Adresse kann nur zu einem Konto gehören, und Sie haben bereits eines. Deshalb wurde nichts geändert.',
      'Wenn Sie das waren, melden Sie sich wie bisher an, oder aktivieren Sie das andere Konto mit einer anderen Adresse.',
    ],
    label: 'Anmelden',
    footer: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
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
