/** Emails to staff about their login, in the language in which they read the console. */
import { type Composed, catalogue, composeMail } from '#kernel/mail/texts.ts'

const texts = catalogue(
  {
    invited: (team: string) => ({
      subject: `You’re invited to join the team of ${team}`,
      paragraphs: [
        `${team} has invited you to its console. Choose a password to sign in. The link works once, within 7 days.`,
      ],
      label: 'Choose a password',
      footer: 'If you don’t know this company, you don’t need to do anything.',
    }),
    reset: () => ({
      subject: 'Choose a new password for the console',
      paragraphs: ['Someone requested a new password for your console login. The link works once, within 24 hours.'],
      label: 'Choose a new password',
      footer: 'If this wasn’t you, you don’t need to do anything.',
    }),
    passwordChanged: () => ({
      subject: 'Your console password was changed',
      paragraphs: ['The password of your console login was just changed. All other sessions were signed out.'],
      label: 'Sign in',
      footer: 'If this wasn’t you, reset your password at once and contact an owner of your team.',
    }),
  },
  {
    de: {
      invited: (team) => ({
        subject: `Sie sind in das Team von ${team} eingeladen`,
        paragraphs: [
          `${team} hat Sie in die Konsole eingeladen. Wählen Sie ein Passwort, um sich anzumelden. Der Link gilt einmal, innerhalb von 7 Tagen.`,
        ],
        label: 'Passwort wählen',
        footer: 'Wenn Sie diese Firma nicht kennen, brauchen Sie nichts zu tun.',
      }),
      reset: () => ({
        subject: 'Neues Passwort für die Konsole wählen',
        paragraphs: [
          'Für Ihre Anmeldung in der Konsole wurde ein neues Passwort angefordert. Der Link gilt einmal, innerhalb von 24 Stunden.',
        ],
        label: 'Neues Passwort wählen',
        footer: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
      }),
      passwordChanged: () => ({
        subject: 'Ihr Passwort für die Konsole wurde geändert',
        paragraphs: [
          'Das Passwort Ihrer Anmeldung in der Konsole wurde gerade geändert. Alle anderen Sitzungen sind beendet.',
        ],
        label: 'Anmelden',
        footer:
          'Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort und wenden Sie sich an einen Inhaber Ihres Teams.',
      }),
    },
  },
)

export function staffMail(
  occasion: keyof ReturnType<typeof texts>,
  to: { readonly url: string; readonly lang: string | null; readonly team?: string },
): Composed {
  const { label, ...letter } = texts(to.lang)[occasion](to.team ?? '')
  return composeMail({ ...letter, lang: to.lang, action: { label, url: to.url } })
}
