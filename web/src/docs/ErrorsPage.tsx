import { Code, Text, Title } from '@mantine/core'
import classes from './ErrorsPage.module.css'
import { Examples } from './Examples.tsx'
import { errorCodes } from './error-codes.ts'
import { Line, Prose } from './Prose.tsx'

const sample = {
  errors: [{ code: 'FAILED_VALIDATION', message: 'user.name must be 4 to 50 characters long', field: 'user.name' }],
  request_id: 'the value of the header X-Request-Id',
}

const introduction =
  'A refused request is answered in the same way in both dialects, and is never wrapped in `data`.\n\n' +
  '- `code` is for programs: the list below is complete, and a code never changes its meaning.\n' +
  '- `message` is for people, and may be worded better one day.\n' +
  '- `field` is there when one field is at fault, written with dots: `prices.0.quantity`. All faults of a request are listed together.\n' +
  '- `request_id` finds the request in the installation’s log.'

export function ErrorsPage() {
  return (
    <article className={classes.page}>
      <Title order={1} tabIndex={-1}>
        Errors
      </Title>
      <Prose text={introduction} />
      <Examples examples={[{ value: sample }]} label="Body of a refused request" />
      <dl className={classes.codes}>
        {errorCodes.map((error) => (
          <div key={error.code} className={classes.code}>
            <dt>
              <Text span className={classes.status}>
                {error.status}
              </Text>{' '}
              <Code>{error.code}</Code>
            </dt>
            <dd>
              <Line text={error.when} />
              <span className={classes.remedy}>
                <Line text={error.remedy} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
