/** What the owner of an account is written when a dealer invites it. */
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
    `${dealer} would like to look after your account.`,
    'If you agree, your account with its units moves there from your present dealer. It stays yours: nobody sees where your units have been unless you allow it.',
    'Log in and open your account page to accept or decline. The invitation ends after 14 days, and nothing changes until you accept it.',
  ],
  label: 'Look at the invitation',
  footer: 'If you do not know who this is, do nothing.',
}

const german: Text = {
  subject: (dealer) => `${dealer} lädt Sie ein`,
  paragraphs: (dealer) => [
    `${dealer} möchte Ihr Konto betreuen.`,
    'Wenn Sie zustimmen, geht Ihr Konto mit seinen Einheiten von Ihrem jetzigen Dienstleister dorthin über. Es bleibt Ihres: Niemand sieht, wo Ihre Einheiten waren, wenn Sie es nicht erlauben.',
    'Melden Sie sich an und öffnen Sie Ihre Kontoseite, um anzunehmen oder abzulehnen. Die Einladung endet nach 14 Tagen, und bis Sie annehmen, ändert sich nichts.',
  ],
  label: 'Einladung ansehen',
  footer: 'Wenn Sie nicht wissen, wer das ist, tun Sie nichts.',
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
