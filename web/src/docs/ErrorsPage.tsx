import { Code, Text, Title } from '@mantine/core'
import classes from './ErrorsPage.module.css'
import { errorCodes } from './error-codes.ts'
import { Examples } from './operation/Examples.tsx'
import { Line, Prose } from './Prose.tsx'

const sample = {
  errors: [{ code: 'FAILED_VALIDATION', message: 'user.name must be 4 to 50 characters long', field: 'user.name' }],
  request_id: 'the value of the header X-Request-Id',
}

const introduction =
  'Both dialects return errors in the same format, never wrapped in `data`.\n\n' +
  '- `code` is for programs. The list below is complete, and the meaning of a code never changes.\n' +
  '- `message` is for people. Its wording may change.\n' +
  '- `field` names the invalid field as a path with dots: `prices.0.quantity`. A response lists all errors of a request.\n' +
  '- `request_id` identifies the request in the installation’s log.'

export function ErrorsPage() {
  return (
    <article className={classes.page}>
      <Title order={1} tabIndex={-1}>
        Errors
      </Title>
      <Prose text={introduction} />
      <Examples examples={[{ value: sample }]} label="Error response" />
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
