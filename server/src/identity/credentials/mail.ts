/** What a client is written about its own login. */
import { type Composed, catalogue, composeMail } from '#kernel/mail/texts.ts'

interface Text {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly label: string
  readonly footer: string
}
type Occasion = 'reset' | 'newAddress' | 'addressInUse' | 'passwordChanged' | 'addressChanged'

const notYou = 'If it was not you, do nothing.'
const notYours = 'If it was not you, ask for a new password at once and tell your dealer.'

const english: Readonly<Record<Occasion, Text>> = {
  reset: {
    subject: 'Choose a new password',
    paragraphs: ['Somebody asked for a new password of your account. The link works once, within 24 hours.'],
    label: 'Choose a new password',
    footer: notYou,
  },
  newAddress: {
    subject: 'Confirm your new e-mail address',
    paragraphs: ['Follow the link to log in with this address from now on. The link works once, within 24 hours.'],
    label: 'Confirm the address',
    footer: notYou,
  },
  addressInUse: {
    subject: 'Your address is in use already',
    paragraphs: [
      'Somebody entered your address as the new one of another account. An address belongs to one account only, so nothing was changed.',
    ],
    label: 'Log in',
    footer: notYou,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed just now. Other sessions were ended.'],
    label: 'Log in',
    footer: notYours,
  },
  addressChanged: {
    subject: 'Your e-mail address was changed',
    paragraphs: ['Your account has another e-mail address from now on. This one no longer opens it.'],
    label: 'Log in',
    footer: notYours,
  },
}

const notYouGerman = 'Waren Sie es nicht, tun Sie nichts.'
const notYoursGerman =
  'Waren Sie es nicht, fordern Sie sofort ein neues Passwort an und sagen Sie es Ihrem Dienstleister.'

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
      'Folgen Sie dem Link, um sich von jetzt an mit dieser Adresse anzumelden. Der Link gilt einmal, innerhalb von 24 Stunden.',
    ],
    label: 'Adresse bestätigen',
    footer: notYouGerman,
  },
  addressInUse: {
    subject: 'Ihre Adresse wird bereits benutzt',
    paragraphs: [
      'Jemand hat Ihre Adresse als die neue eines anderen Kontos eingegeben. Eine Adresse gehört nur zu einem Konto, deshalb wurde nichts geändert.',
    ],
    label: 'Anmelden',
    footer: notYouGerman,
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: ['Das Passwort Ihres Kontos wurde soeben geändert. Andere Sitzungen wurden beendet.'],
    label: 'Anmelden',
    footer: notYoursGerman,
  },
  addressChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: ['Ihr Konto hat von jetzt an eine andere E-Mail-Adresse. Diese öffnet es nicht mehr.'],
    label: 'Anmelden',
    footer: notYoursGerman,
  },
}

const texts = catalogue(english, { de: german })

export function credentialsMail(occasion: Occasion, to: { lang: string | null; url: string }): Composed {
  const { label, ...letter } = texts(to.lang)[occasion]
  return composeMail({ ...letter, action: { label, url: to.url }, lang: to.lang })
}
