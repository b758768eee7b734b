/** The result of a test for each channel. */
import { texts } from '../../../shared/texts/texts.ts'
import type { TestResult } from '../../types.ts'
import classes from '../NotificationsView.module.css'

const words = texts.notifications

const said = ({ kind, ok, failure }: TestResult): string =>
  !ok
    ? words.rules.failed
    : kind === 'mail'
      ? words.rules.okMail
      : failure === null
        ? words.rules.ok
        : words.rules.failed

export const TestResults = ({ results, isListed = false }: { results: readonly TestResult[]; isListed?: boolean }) => (
  <ul className={classes.results} role="status" aria-label={words.rules.tested}>
    {isListed && <li>{words.rules.testedPage}</li>}
    {results.map((one) => (
      <li key={one.channel_id}>{words.delivery(one.channel_name, said(one), one.failure)}</li>
    ))}
  </ul>
)
