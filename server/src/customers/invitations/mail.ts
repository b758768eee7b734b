/** The email to the owner of an account whom a dealer invites. */
import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'

interface Text {
  subject(dealer: string): string
  paragraphs(dealer: string): readonly string[]
  readonly label: string
  readonly footer: string
}

const english: Text = {
  subject: (dealer) => `${dealer} invites you`,
  paragraphs: (dealer) => [
    `${dealer} would like to manage your account.`,
    'If you accept, your account and its units move there from your current provider. The account stays yours: no one can see where your units have been unless you allow it.',
    'Sign in and open your account page to accept or decline. The invitation ends after 14 days. Nothing changes until you accept it.',
  ],
  label: 'View invitation',
  footer: 'If you don’t know this company, you don’t need to do anything.',
}

const german: Text = {
  subject: (dealer) => `${dealer} lädt Sie ein`,
  paragraphs: (dealer) => [
    `${dealer} möchte Ihr Konto verwalten.`,
    'Wenn Sie annehmen, wechselt Ihr Konto mit seinen Einheiten von Ihrem jetzigen Anbieter dorthin. Es bleibt Ihres: Wo Ihre Einheiten waren, ist nur zu sehen, wenn Sie es erlauben.',
    'Melden Sie sich an und öffnen Sie Ihre Kontoseite, um anzunehmen oder abzulehnen. Die Einladung endet nach 14 Tagen. Bis Sie annehmen, ändert sich nichts.',
  ],
  label: 'Einladung ansehen',
  footer: 'Wenn Sie dieses Unternehmen nicht kennen, brauchen Sie nichts zu tun.',
}

const texts = catalogue(english, { de: german })

export function invitationMail(dealerName: string, to: { lang: string | null; url: string }): Composed {
  const { subject, paragraphs, label, footer } = texts(to.lang)
  const dealer = quoted(dealerName)
  return composeMail({
    subject: subject(dealer),
    paragraphs: paragraphs(dealer),
    action: { label, url: to.url },
    footer,
    lang: to.lang,
  })
}
