import { Anchor, Code, Text } from '@mantine/core'
import type { Dialect } from '../../shared/dialects.ts'
import { codesOf, isError } from '../error-codes.ts'
import type { OpenApiDocument } from '../openapi.ts'
import type { Answer } from '../operations.ts'
import { Line, Prose } from '../Prose.tsx'
import { firstSentence } from '../prose.ts'
import { errorsAnchor, hashOf } from '../route.ts'
import classes from './Answers.module.css'
import { preferredMedia } from './curl.ts'
import { Examples } from './Examples.tsx'
import { examplesOf } from './examples.ts'
import { FieldsTable } from './FieldsTable.tsx'
import { fieldOfParameter, fieldsOf, typeOf } from './fields.ts'

interface AnswersProps {
  readonly document: OpenApiDocument
  readonly answers: readonly Answer[]
  readonly dialect: Dialect
}

export function Answers({ document, answers, dialect }: AnswersProps) {
  return answers.map((answer) => (
    <details key={answer.status} className={classes.answer} open={!isError(answer.status)}>
      <summary className={classes.summary}>
        <span className={classes.status} data-error={isError(answer.status) || undefined}>
          {answer.status}
        </span>
        <span>
          <Line text={firstSentence(answer.description)} />
        </span>
      </summary>
      <div className={classes.body}>
        {answer.description !== undefined && answer.description !== firstSentence(answer.description) && (
          <Prose text={answer.description} />
        )}
        {isError(answer.status) ? (
          <Refusals document={document} answer={answer} dialect={dialect} />
        ) : (
          <Success document={document} answer={answer} />
        )}
      </div>
    </details>
  ))
}

function Success({ document, answer }: { document: OpenApiDocument; answer: Answer }) {
  const media = preferredMedia(answer.media)
  const fields = media ? fieldsOf(document, media.content.schema) : []
  return (
    <>
      <Text size="sm" c="dimmed">
        {media ? `${media.type}: ${typeOf(document, media.content.schema)}` : 'No body.'}
      </Text>
      {fields.length > 0 && (
        <FieldsTable label={`Fields of the response ${answer.status}`} fields={fields} showsRequired={false} />
      )}
      {answer.headers.length > 0 && (
        <FieldsTable
          label={`Headers of the response ${answer.status}`}
          fields={answer.headers.map((header) => fieldOfParameter(document, header))}
          showsRequired={false}
        />
      )}
    </>
  )
}

function Refusals({ document, answer, dialect }: { document: OpenApiDocument; answer: Answer; dialect: Dialect }) {
  const codes = codesOf(answer.status)
  const media = preferredMedia(answer.media)
  const examples = media ? examplesOf(document, media.content, 'response') : []
  return (
    <>
      {/* All codes at once would bury the few that matter here; the page of errors lists them. */}
      {answer.status !== 'default' && codes.length > 0 && (
        <dl className={classes.codes}>
          {codes.map((error) => (
            <div key={error.code}>
              <dt>
                <Code>{error.code}</Code>
              </dt>
              <dd>
                <Line text={error.when} /> <Line text={error.remedy} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Examples examples={examples} label={`Response ${answer.status}`} />
      <Anchor href={hashOf({ dialect, anchor: errorsAnchor })} size="sm">
        About errors
      </Anchor>
    </>
  )
}
