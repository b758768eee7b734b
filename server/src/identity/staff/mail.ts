/** What people of a team are written about their login. */
import { type Composed, composeMail } from '#kernel/mail/texts.ts'

const texts = {
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
}

export function staffMail(
  occasion: keyof typeof texts,
  to: { readonly url: string; readonly team?: string },
): Composed {
  const { label, ...letter } = texts[occasion](to.team ?? '')
  return composeMail({ ...letter, action: { label, url: to.url } })
}
