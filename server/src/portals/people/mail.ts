/** The email to someone who is invited to an account. */
import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'

interface Texts {
  invited(account: string): { subject: string; paragraphs: string[]; label: string; footer: string }
}

const english: Texts = {
  invited: (account) => ({
    subject: `You’re invited to ${account}`,
    paragraphs: [
      `${account} has invited you to its tracking account. Choose a username and a password to sign in.`,
      'The link works once, within 7 days.',
    ],
    label: 'Accept the invitation',
    footer: 'If you don’t know the sender, you don’t need to do anything.',
  }),
}

const german: Texts = {
  invited: (account) => ({
    subject: `Sie sind zu ${account} eingeladen`,
    paragraphs: [
      `${account} hat Sie in das eigene Ortungskonto eingeladen. Wählen Sie einen Benutzernamen und ein Passwort, um sich anzumelden.`,
      'Der Link gilt einmal, innerhalb von 7 Tagen.',
    ],
    label: 'Einladung annehmen',
    footer: 'Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
  }),
}

const texts = catalogue(english, { de: german })

export function invitedMail(to: { lang: string | null; account: string; url: string }): Composed {
  const { label, ...letter } = texts(to.lang).invited(quoted(to.account))
  return composeMail({ ...letter, action: { label, url: to.url }, lang: to.lang })
}
