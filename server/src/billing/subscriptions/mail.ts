/** Emails to clients who buy premium: data in, email out. */
import { consumerApp } from '#kernel/applications.ts'
import { type Composed, catalogue, composeMail, type DayReader, dayIn, languageOf } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'

interface Facts {
  readonly plan: string
  readonly amount: string
  readonly months: number
  readonly until: string
  readonly number: string
  readonly isRenewing: boolean
}

const texts = catalogue(
  {
    plans: { basic: 'Basic', premium: 'Premium' } as Readonly<Record<string, string>>,
    apps: { consumer: 'tracking for everyone', pet: 'pets' },
    item: (plan: string, app: string) => `${plan} (${app}), by the month`,
    receiptSubject: ({ plan, amount }: Facts) => `Receipt: ${amount} for ${plan}`,
    receipt: ({ plan, amount, months, until, isRenewing }: Facts) => [
      `Thank you. Your payment of ${amount} for ${months === 1 ? 'one month' : `${months} months`} of ${plan} has arrived.`,
      isRenewing
        ? `You have ${plan} until ${until}. It renews automatically before then. You can turn this off at any time in your account.`
        : `You have ${plan} until ${until}. It does not renew automatically, and you won’t be charged again.`,
    ],
    receiptReplaced: ({ plan, amount }: Facts) => [
      `Your payment of ${amount} to renew ${plan} has arrived. You have another plan now, which stays as it is, so ${plan} was not renewed.`,
      'You don’t need to do anything: we will refund this payment.',
    ],
    receiptFooter: ({ number }: Facts) => `Invoice number: ${number}`,
    open: 'Open your account',
    endingSubject: ({ plan, until }: Pick<Facts, 'plan' | 'until'>) => `${plan} ends on ${until}`,
    ending: ({ plan, until }: Pick<Facts, 'plan' | 'until'>) => [
      `Your ${plan} ends on ${until}. If you want to keep it, buy more time before then: it is added to what is left.`,
      'If not, you don’t need to do anything. The limits of the free plan then apply again; nothing is deleted.',
    ],
    endingFooter: 'You receive this reminder once because you bought this plan.',
    renewingSubject: ({ plan }: Pick<Facts, 'plan'>) => `${plan} renews soon`,
    renewing: ({ plan, until, amount }: Pick<Facts, 'plan' | 'until' | 'amount'>, last4: string) => [
      `Your ${plan} ends on ${until} and renews automatically. Three days before, we charge ${amount} to your card ending in ${last4}.`,
      'If you don’t want this, turn off automatic renewal in your account before then.',
    ],
    notRenewedSubject: ({ plan }: Pick<Facts, 'plan'>) => `${plan} could not be renewed`,
    notRenewed: ({ plan, until, amount }: Pick<Facts, 'plan' | 'until' | 'amount'>, isLast: boolean) => [
      `We couldn’t charge ${amount} to your card to renew ${plan}.`,
      isLast
        ? `We won’t try again. Your ${plan} ends on ${until}; nothing is deleted. To keep it, buy more time with another card.`
        : `We’ll try again tomorrow. If it keeps failing, your ${plan} ends on ${until}; nothing is deleted. You can also buy more time with another card.`,
    ],
  },
  {
    de: {
      plans: { basic: 'Basis', premium: 'Premium' },
      apps: { consumer: 'Ortung für alle', pet: 'Haustiere' },
      item: (plan, app) => `${plan} (${app}), je Monat`,
      receiptSubject: ({ plan, amount }) => `Quittung: ${amount} für ${plan}`,
      receipt: ({ plan, amount, months, until, isRenewing }) => [
        `Vielen Dank. Ihre Zahlung von ${amount} für ${months === 1 ? 'einen Monat' : `${months} Monate`} ${plan} ist eingegangen.`,
        isRenewing
          ? `Sie haben ${plan} bis zum ${until}. Es verlängert sich vorher automatisch. Das können Sie jederzeit in Ihrem Konto ausschalten.`
          : `Sie haben ${plan} bis zum ${until}. Es verlängert sich nicht automatisch, und es wird nichts weiter abgebucht.`,
      ],
      receiptReplaced: ({ plan, amount }) => [
        `Ihre Zahlung von ${amount} für die Verlängerung von ${plan} ist eingegangen. Sie haben jetzt einen anderen Tarif. Er bleibt, wie er ist, und ${plan} wurde deshalb nicht verlängert.`,
        'Sie brauchen nichts zu tun: Wir erstatten Ihnen diese Zahlung.',
      ],
      receiptFooter: ({ number }) => `Rechnungsnummer: ${number}`,
      open: 'Ihr Konto öffnen',
      endingSubject: ({ plan, until }) => `${plan} endet am ${until}`,
      ending: ({ plan, until }) => [
        `Ihr ${plan} endet am ${until}. Wenn Sie es behalten möchten, kaufen Sie vorher weitere Zeit: Sie wird zu der verbleibenden addiert.`,
        'Wenn nicht, brauchen Sie nichts zu tun. Von da an gelten wieder die Grenzen des kostenlosen Tarifs; gelöscht wird nichts.',
      ],
      endingFooter: 'Sie erhalten diese E-Mail einmal, weil Sie es gekauft haben.',
      renewingSubject: ({ plan }) => `${plan} verlängert sich bald`,
      renewing: ({ plan, until, amount }, last4) => [
        `Ihr ${plan} endet am ${until} und verlängert sich automatisch. Drei Tage vorher buchen wir ${amount} von Ihrer Karte mit der Endung ${last4} ab.`,
        'Wenn Sie das nicht möchten, schalten Sie die automatische Verlängerung vorher in Ihrem Konto aus.',
      ],
      notRenewedSubject: ({ plan }) => `${plan} konnte nicht verlängert werden`,
      notRenewed: ({ plan, until, amount }, isLast) => [
        `Wir konnten ${amount} für die Verlängerung von ${plan} nicht von Ihrer Karte abbuchen.`,
        isLast
          ? `Wir versuchen es nicht noch einmal. Ihr ${plan} endet am ${until}; gelöscht wird nichts. Wenn Sie es behalten möchten, kaufen Sie weitere Zeit mit einer anderen Karte.`
          : `Wir versuchen es morgen noch einmal. Gelingt es nicht, endet Ihr ${plan} am ${until}; gelöscht wird nichts. Sie können auch weitere Zeit mit einer anderen Karte kaufen.`,
      ],
    },
  },
)

interface Sold {
  readonly appId: string
  readonly plan: string
}

/** The item on the invoice and on the payment page. */
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
  readonly autoRenew: boolean
  /** A renewal that was charged after its client got another plan: it gives no time. */
  readonly isReplaced: boolean
}

interface Reader extends DayReader {
  readonly url: string
}

export function receiptMail(
  { plan, months, number, until, autoRenew, isReplaced, ...cost }: Bought,
  to: Reader,
): Composed {
  const words = texts(to.lang)
  const amount = amountIn(cost, to)
  const named = { plan: words.plans[plan] ?? plan, amount, months, until: dayIn(until, to), number }
  const facts = { ...named, isRenewing: autoRenew }
  return composeMail({
    subject: words.receiptSubject(facts),
    paragraphs: isReplaced ? words.receiptReplaced(facts) : words.receipt(facts),
    action: { label: words.open, url: to.url },
    footer: words.receiptFooter(facts),
    lang: to.lang,
  })
}

interface Cost {
  readonly amountTotal: number
  readonly currency: string
}
const amountIn = ({ amountTotal, currency }: Cost, { lang }: Reader): string =>
  formatMoney(amountTotal, currency, languageOf(lang))

interface Ending {
  readonly plan: string
  readonly expiresAt: Date
}
const endOf = ({ plan, expiresAt }: Ending, to: Reader) => ({
  plan: texts(to.lang).plans[plan] ?? plan,
  until: dayIn(expiresAt, to),
})

export function endingMail(ending: Ending, to: Reader): Composed {
  const words = texts(to.lang)
  const facts = endOf(ending, to)
  return composeMail({
    subject: words.endingSubject(facts),
    paragraphs: words.ending(facts),
    action: { label: words.open, url: to.url },
    footer: words.endingFooter,
    lang: to.lang,
  })
}

export function renewingMail({ last4, ...renewal }: Ending & Cost & { readonly last4: string }, to: Reader): Composed {
  const words = texts(to.lang)
  const facts = { ...endOf(renewal, to), amount: amountIn(renewal, to) }
  return composeMail({
    subject: words.renewingSubject(facts),
    paragraphs: words.renewing(facts, last4),
    action: { label: words.open, url: to.url },
    footer: words.endingFooter,
    lang: to.lang,
  })
}

export function notRenewedMail(renewal: Ending & Cost & { readonly renewAt: Date | null }, to: Reader): Composed {
  const words = texts(to.lang)
  const facts = { ...endOf(renewal, to), amount: amountIn(renewal, to) }
  return composeMail({
    subject: words.notRenewedSubject(facts),
    paragraphs: words.notRenewed(facts, renewal.renewAt === null),
    action: { label: words.open, url: to.url },
    lang: to.lang,
  })
}
