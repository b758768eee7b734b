/** The income of this month next to that of the last, in one currency. */
import type { Figures as FiguresAnswer } from '../../api/generated.ts'
import { formatMoney } from '../../shared/format/money.ts'
import { to } from '../../shared/router/router.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { Figure, Figures } from '../blocks/standing.tsx'
import { Money } from '../blocks/values.tsx'
import classes from './figures.module.css'
import { changeOf } from './month.ts'

const texts = figures.income

/** One below the other; a dealer without any income sees a zero in its currency. */
export const Amounts = ({
  amounts,
  currency = 'eur',
}: {
  amounts: readonly { readonly amount: number; readonly currency: string }[]
  currency?: string
}) => (
  <span className={classes.amounts}>
    {(amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map((one) => (
      <Money key={one.currency} amount={one.amount} currency={one.currency} />
    ))}
  </span>
)

export function IncomeFigures({ income }: { income: FiguresAnswer['income'][number] }) {
  const { currency, this_month, last_month, last_month_to_date: before, months } = income
  const change = changeOf(this_month, before)
  const listOf = (place: number) => to('/figures/:list', { list: 'payments' }, { month: months.at(place)?.month })
  return (
    <Figures>
      <Figure
        name={texts.thisMonth}
        value={<Money amount={this_month} currency={currency} />}
        detail={change === undefined ? texts.nothingBefore : texts.compared(change, formatMoney(before, currency))}
        address={listOf(-1)}
      />
      <Figure name={texts.lastMonth} value={<Money amount={last_month} currency={currency} />} address={listOf(-2)} />
    </Figures>
  )
}
