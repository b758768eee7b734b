/** What a client who buys premium is told: data in, mail out. */
import { consumerApp } from '#kernel/applications.ts'
import { type Composed, catalogue, composeMail, dayIn, languageOf } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'

interface Facts {
  readonly plan: string
  readonly amount: string
  readonly months: number
  readonly until: string
  readonly number: string
}

const texts = catalogue(
  {
    plans: { basic: 'Basic', premium: 'Premium' } as Readonly<Record<string, string>>,
    apps: { consumer: 'tracking for everyone', pet: 'pets' },
    item: (plan: string, app: string) => `${plan} (${app}), by the month`,
    receiptSubject: ({ plan, amount }: Facts) => `Receipt: ${amount} for ${plan}`,
    receipt: ({ plan, amount, months, until }: Facts) => [
      `Thank you. Your payment of ${amount} for ${months === 1 ? 'one month' : `${months} months`} of ${plan} has arrived.`,
      `You have ${plan} until ${until}. It does not renew automatically, and you won’t be charged again.`,
    ],
    receiptFooter: ({ number }: Facts) => `Invoice number: ${number}`,
    open: 'Open your account',
    endingSubject: ({ plan, until }: Pick<Facts, 'plan' | 'until'>) => `${plan} ends on ${until}`,
    ending: ({ plan, until }: Pick<Facts, 'plan' | 'until'>) => [
      `Your ${plan} ends on ${until}. If you want to keep it, buy more time before then: it is added to what is left.`,
      'If not, you don’t need to do anything. The limits of the free plan then apply again; nothing is deleted.',
    ],
    endingFooter: 'You receive this reminder once because you bought this plan.',
  },
  {
    de: {
      plans: { basic: 'Basis', premium: 'Premium' },
      apps: { consumer: 'Ortung für alle', pet: 'Haustiere' },
      item: (plan, app) => `${plan} (${app}), je Monat`,
      receiptSubject: ({ plan, amount }) => `Quittung: ${amount} für ${plan}`,
      receipt: ({ plan, amount, months, until }) => [
        `Vielen Dank. Ihre Zahlung von ${amount} für ${months === 1 ? 'einen Monat' : `${months} Monate`} ${plan} ist eingegangen.`,
        `Sie haben ${plan} bis zum ${until}. Es verlängert sich nicht automatisch, und es wird nichts weiter abgebucht.`,
      ],
      receiptFooter: ({ number }) => `Rechnungsnummer: ${number}`,
      open: 'Ihr Konto öffnen',
      endingSubject: ({ plan, until }) => `${plan} endet am ${until}`,
      ending: ({ plan, until }) => [
        `Ihr ${plan} endet am ${until}. Wenn Sie es behalten möchten, kaufen Sie vorher weitere Zeit: Sie wird zu der verbleibenden addiert.`,
        'Wenn nicht, brauchen Sie nichts zu tun. Von da an gelten wieder die Grenzen des kostenlosen Tarifs; gelöscht wird nichts.',
      ],
      endingFooter: 'Sie erhalten diese E-Mail einmal, weil Sie es gekauft haben.',
    },
  },
)

interface Sold {
  readonly appId: string
  readonly plan: string
}

/** What stands on the invoice and on the payment page. */
export function itemName({ appId, plan }: Sold, lang: string | null): string {
  const words = texts(lang)
  return words.item(words.plans[plan] ?? plan, appId === consumerApp ? words.apps.consumer : words.apps.pet)
}

interface Bought extends Sold {
  readonly months: number
  readonly amountTotal: number
  readonly currency: string
  readonly number: string
  readonly until: Date
}

interface Reader {
  readonly lang: string | null
  readonly url: string
}

export function receiptMail({ plan, months, amountTotal, currency, number, until }: Bought, to: Reader): Composed {
  const words = texts(to.lang)
  const amount = formatMoney(amountTotal, currency, languageOf(to.lang))
  const facts = { plan: words.plans[plan] ?? plan, amount, months, until: dayIn(until, to.lang), number }
  return composeMail({
    subject: words.receiptSubject(facts),
    paragraphs: words.receipt(facts),
    action: { label: words.open, url: to.url },
    footer: words.receiptFooter(facts),
    lang: to.lang,
  })
}

export function endingMail({ plan, expiresAt }: { plan: string; expiresAt: Date }, to: Reader): Composed {
  const words = texts(to.lang)
  const facts = { plan: words.plans[plan] ?? plan, until: dayIn(expiresAt, to.lang) }
  return composeMail({
    subject: words.endingSubject(facts),
    paragraphs: words.ending(facts),
    action: { label: words.open, url: to.url },
    footer: words.endingFooter,
    lang: to.lang,
  })
}
