import { formatMoney } from '../../../shared/format/money.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { formatQuota } from '../quota.ts'
import classes from './PremiumPanel.module.css'
import { extrasOf, isSold, type Offer, planName } from './premium.ts'

const words = texts.premium
const limits = Object.entries(words.limits)
const modules: Readonly<Record<string, string>> = words.modules

/** Plans next to each other; on a phone the table scrolls sideways. */
export function OfferTable({ offers }: { offers: readonly Offer[] }) {
  const extras = offers.map((offer) => extrasOf(offer, offers).flatMap((name) => modules[name] ?? []))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={words.compare} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.limit}</th>
            {offers.map(({ plan }) => (
              <th key={plan} scope="col">
                {planName(plan)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.price}</th>
            {offers.map((offer) => (
              <td key={offer.plan}>
                {isSold(offer) ? words.perMonth(formatMoney(offer.amount, offer.currency)) : words.free}
              </td>
            ))}
          </tr>
          {limits
            .filter(([name]) => offers.some((offer) => name in offer.limits))
            .map(([name, title]) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                {offers.map(({ plan, limits: given }) => (
                  <td key={plan}>{given[name] === undefined ? words.unlimited : formatQuota(name, given[name])}</td>
                ))}
              </tr>
            ))}
          <tr>
            <th scope="row">{words.extras}</th>
            {offers.map((offer, index) => (
              <td key={offer.plan}>{extras[index]?.join(', ') || '–'}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
