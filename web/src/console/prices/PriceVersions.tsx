/** Prices by start day, newest first. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PlanPrice, PriceList } from '../../api/generated.ts'
import { formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { useMay } from '../session.ts'
import classes from './PriceListFields.module.css'
import { rateText } from './price.ts'

const texts = words.prices
const tones: Readonly<Record<PlanPrice['standing'], Tone>> = { past: 'quiet', current: 'good', coming: 'waiting' }

interface Version {
  readonly id: string
  readonly valid_from: string
  readonly standing: PlanPrice['standing']
}

interface VersionsProps<V extends Version> {
  readonly versions: readonly V[]
  show(version: V): ReactNode
  /** Only for prices that have not started. */
  remove(version: V): void
}

export function PriceVersions<V extends Version>({ versions, show, remove }: VersionsProps<V>) {
  const may = useMay()
  return (
    <ul className={classes.versions}>
      {versions.map((version) => (
        <li key={version.id} className={classes.version} data-standing={version.standing}>
          <span className={classes.head}>
            {texts.from(formatCalendarDay(version.valid_from))}
            <StateBadge tone={tones[version.standing]}>{texts.standings[version.standing]}</StateBadge>
            {version.standing === 'coming' && may('manage') && (
              <Button variant="subtle" size="compact-xs" onClick={() => remove(version)}>
                {texts.remove}
              </Button>
            )}
          </span>
          {show(version)}
        </li>
      ))}
    </ul>
  )
}

/** The contents of a price list, a line for each price. */
export function PriceLines({ list }: { list: PriceList }) {
  const { currency, tax_rate, discount_rate, free_days, items, unit_terms } = list
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <ul>
      {items.map(({ kind, name, amount, tiers }) => (
        <li key={`${kind} ${name}`}>
          {name}: {money(amount)} <span className={classes.detail}>({texts.kinds[kind]})</span>
          {tiers.map((tier) => (
            <span key={tier.from} className={classes.detail}>
              , {texts.tiers(tier.from, money(tier.amount))}
            </span>
          ))}
        </li>
      ))}
      <li className={classes.detail}>
        {texts.rates(rateText(tax_rate), rateText(discount_rate))}
        {free_days > 0 && `, ${texts.freeDays(free_days)}`}
        {unit_terms && `, ${texts.byTerm}`}
      </li>
    </ul>
  )
}
