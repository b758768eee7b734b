/** Emails to clients about their own login. */
import { type Composed, catalogue, composeMail } from '#kernel/mail/texts.ts'

interface Text {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly label: string
  readonly footer: string
}
type Occasion = 'reset' | 'newAddress' | 'addressInUse' | 'passwordChanged' | 'addressChanged'

const notYou = 'If this wasn’t you, you don’t need to do anything.'
const notYours = 'If this wasn’t you, reset your password at once and contact your provider.'

const english: Readonly<Record<Occasion, Text>> = {
  reset: {
    subject: 'Choose a new password',
    paragraphs: ['Someone requested a new password for your account. The link works once, within 24 hours.'],
    label: 'Choose a new password',
    footer: notYou,
  },
  newAddress: {
    subject: 'Confirm your new email address',
    paragraphs: ['Confirm this address to sign in with it from now on. The link works once, within 24 hours.'],
    label: 'Confirm address',
    footer: notYou,
  },
  addressInUse: {
    subject: 'Your email address is already in use',
    paragraphs: [
      'Someone entered your address as the new address of another account. An address can belong to only one account, so nothing was changed.',
    ],
    label: 'Log in',
    footer: notYou,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was just changed. All other sessions were signed out.'],
    label: 'Log in',
    footer: notYours,
  },
  addressChanged: {
    subject: 'Your email address was changed',
    paragraphs: ['Your account now uses a different email address. You can no longer sign in with this one.'],
    label: 'Log in',
    footer: notYours,
  },
}

const notYouGerman = 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'
const notYoursGerman =
  'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und wenden Sie sich an Ihren Anbieter.'

const german: typeof english = {
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    paragraphs: [
      'Jemand hat ein neues Passwort für Ihr Konto angefordert. Der Link gilt einmal, innerhalb von 24 Stunden.',
    ],
    label: 'Neues Passwort wählen',
    footer: notYouGerman,
  },
  newAddress: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Bestätigen Sie diese Adresse, um sich künftig mit ihr anzumelden. Der Link gilt einmal, innerhalb von 24 Stunden.',
    ],
    label: 'Adresse bestätigen',
    footer: notYouGerman,
  },
  addressInUse: {
    subject: 'Ihre E-Mail-Adresse wird bereits verwendet',
    paragraphs: [
      'Jemand hat Ihre Adresse als neue Adresse eines anderen Kontos eingegeben. Eine Adresse kann nur zu einem Konto gehören, deshalb wurde nichts geändert.',
    ],
    label: 'Anmelden',
    footer: notYouGerman,
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: ['Das Passwort Ihres Kontos wurde soeben geändert. Alle anderen Sitzungen wurden abgemeldet.'],
    label: 'Anmelden',
    footer: notYoursGerman,
  },
  addressChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      'Ihr Konto verwendet jetzt eine andere E-Mail-Adresse. Mit dieser können Sie sich nicht mehr anmelden.',
    ],
    label: 'Anmelden',
    footer: notYoursGerman,
  },
}

const texts = catalogue(english, { de: german })

export function credentialsMail(occasion: Occasion, to: { lang: string | null; url: string }): Composed {
  const { label, ...letter } = texts(to.lang)[occasion]
  return composeMail({ ...letter, action: { label, url: to.url }, lang: to.lang })
}
