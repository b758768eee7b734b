/** What the owner of an account is written when a dealer invites it. */
import { type Composed, catalogue, composeMail, quoted } from '../mail/texts.ts'

interface Text {
  subject(dealer: string): string
  paragraphs(dealer: string): readonly string[]
  readonly label: string
  readonly footer: string
}

const texts = catalogue<Text>({
  subject: (dealer) => `${dealer} invites you`,
  paragraphs: (dealer) => [
    `${dealer} would like to look after your account.`,
    'If you agree, your account with its units moves there from your present dealer. It stays yours: nobody sees where your units have been unless you allow it.',
    'Log in and open your account page to accept or decline. The invitation ends after 14 days, and nothing changes until you accept it.',
  ],
  label: 'Look at the invitation',
  footer: 'If you do not know who this is, do nothing.',
})

export function invitationMail(dealerName: string, to: { lang: string | null; url: string }): Composed {
  const { subject, paragraphs, label, footer } = texts(to.lang)
  const dealer = quoted(dealerName)
  return composeMail({
    subject: subject(dealer),
    paragraphs: paragraphs(dealer),
    action: { label, url: to.url },
    footer,
  })
}
