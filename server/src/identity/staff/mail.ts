/** What people of a team are written about their login. */
import { type Composed, composeMail } from '#kernel/mail/texts.ts'

const texts = {
  invited: (team: string) => ({
    subject: `You are invited to the team of ${team}`,
    paragraphs: [
      `${team} has invited you to its console. Choose a password to come in. The link works once, within 7 days.`,
    ],
    label: 'Choose a password',
    footer: 'If you do not know this company, do nothing.',
  }),
  reset: () => ({
    subject: 'Choose a new password for the console',
    paragraphs: ['Somebody asked for a new password of your console login. The link works once, within 24 hours.'],
    label: 'Choose a new password',
    footer: 'If it was not you, do nothing.',
  }),
  passwordChanged: () => ({
    subject: 'Your console password was changed',
    paragraphs: ['The password of your console login was changed just now. Other sessions were ended.'],
    label: 'Sign in',
    footer: 'If it was not you, ask for a new password at once and tell an owner of your team.',
  }),
}

export function staffMail(
  occasion: keyof typeof texts,
  to: { readonly url: string; readonly team?: string },
): Composed {
  const { label, ...letter } = texts[occasion](to.team ?? '')
  return composeMail({ ...letter, action: { label, url: to.url } })
}
