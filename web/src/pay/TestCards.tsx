import { Text, UnstyledButton } from '@mantine/core'
import { texts } from '../shared/texts/texts.ts'
import { formatNumber } from './card.ts'
import classes from './TestCards.module.css'

const { testCards } = texts.pay

/** The numbers that the built-in processor accepts. */
const numbers = [
  ['4242424242424242', testCards.works],
  ['4000000000000002', testCards.declined],
  ['4000000000009995', testCards.funds],
  ['4000000000000069', testCards.expired],
  ['4000002500003155', testCards.confirm],
  ['4000002760003184', testCards.confirmAlways],
  ['4000000000000341', testCards.declinedLater],
] as const

export function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <details className={classes.cards}>
      <summary>{testCards.title}</summary>
      <Text size="sm" c="dimmed" mt={6}>
        {testCards.explain}
      </Text>
      <ul className={classes.list}>
        {numbers.map(([number, what]) => (
          <li key={number}>
            <UnstyledButton
              className={classes.card}
              aria-label={`${testCards.use(formatNumber(number))}: ${what}`}
              onClick={() => onChoose(number)}
            >
              <span className={classes.number}>{formatNumber(number)}</span>
              <span className={classes.what}>{what}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
