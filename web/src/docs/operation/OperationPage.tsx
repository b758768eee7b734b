import { Alert, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../shared/content/CodeBlock.tsx'
import { CopyTextButton } from '../../shared/content/CopyTextButton.tsx'
import { LinkIcon } from '../../shared/content/Icons.tsx'
import type { Dialect } from '../../shared/dialects.ts'
import { isError } from '../error-codes.ts'
import type { OpenApiDocument } from '../openapi.ts'
import type { Operation } from '../operations.ts'
import { Line, Prose } from '../Prose.tsx'
import { hashOf } from '../route.ts'
import type { Reference } from '../use-reference.ts'
import { Answers } from './Answers.tsx'
import { curlOf, preferredMedia } from './curl.ts'
import { Examples } from './Examples.tsx'
import { examplesOf } from './examples.ts'
import { FieldsTable } from './FieldsTable.tsx'
import { fieldOfParameter, fieldsOf, typeOf } from './fields.ts'
import { MethodBadge } from './MethodBadge.tsx'
import { Neighbours } from './Neighbours.tsx'
import classes from './OperationPage.module.css'

interface OperationPageProps {
  readonly reference: Reference
  readonly operation: Operation
  readonly dialect: Dialect
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const

export function OperationPage({ reference, operation, dialect }: OperationPageProps) {
  const { document } = reference
  const chapter = reference.chapters.find((candidate) => candidate.tag === operation.tag)
  return (
    <article className={classes.page}>
      <header>
        <Text size="sm" c="dimmed">
          {chapter?.title}
        </Text>
        <Title order={1} tabIndex={-1}>
          {operation.title}
        </Title>
        <Address operation={operation} dialect={dialect} />
      </header>
      <div className={classes.columns}>
        <div className={classes.request}>
          {operation.isDeprecated && (
            <Alert color="blaze" title="Deprecated">
              It still works, but don’t use it in new programs.
            </Alert>
          )}
          {operation.description && <Prose text={operation.description} />}
          <Facts operation={operation} />
          {places.map(([place, title]) => {
            const parameters = operation.parameters.filter((parameter) => parameter.in === place)
            return (
              parameters.length > 0 && (
                <Section key={place} title={title}>
                  <FieldsTable
                    label={title}
                    fields={parameters.map((parameter) => fieldOfParameter(document, parameter))}
                  />
                </Section>
              )
            )
          })}
          <Body document={document} operation={operation} />
        </div>
        <aside className={classes.samples} aria-label="Samples">
          <Samples document={document} operation={operation} />
        </aside>
        {operation.answers.length > 0 && (
          <div className={classes.answers}>
            <Section title="Responses">
              <Answers document={document} answers={operation.answers} dialect={dialect} />
            </Section>
          </div>
        )}
      </div>
      <Neighbours reference={reference} operation={operation} dialect={dialect} />
    </article>
  )
}

function Address({ operation, dialect }: { operation: Operation; dialect: Dialect }) {
  const link = `${window.location.origin}/docs${hashOf({ dialect, anchor: operation.anchor })}`
  return (
    <div className={classes.address}>
      <MethodBadge method={operation.method} />
      <code className={classes.path}>{breakable(operation.path)}</code>
      <CopyTextButton text={link} label="Copy link to this operation" icon={<LinkIcon />} />
    </div>
  )
}

/** A long path may break after a slash, and only there. */
const breakable = (path: string): ReactNode[] =>
  path.split('/').flatMap((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never move.
    return index === 0 ? [part] : ['/', <wbr key={index} />, part]
  })

function Facts({ operation }: { operation: Operation }) {
  const [scheme] = operation.security
  const token = scheme?.type === 'apiKey' ? `header ${scheme.name}` : scheme?.scheme
  const facts = [['token', scheme ? (token ?? 'required') : 'not required'] as const, ...operation.notes]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Body({ document, operation: { body } }: { document: OpenApiDocument; operation: Operation }) {
  const media = preferredMedia(body?.media)
  if (!body || !media) return null
  const fields = fieldsOf(document, media.content.schema)
  return (
    <Section title="Request body">
      <Text size="sm" c="dimmed" mb="xs">
        {media.type}: {typeOf(document, media.content.schema)}
        {body.isRequired ? '' : ', optional'}
      </Text>
      {body.description && (
        <Text size="sm" mb="xs">
          <Line text={body.description} />
        </Text>
      )}
      {fields.length > 0 && <FieldsTable label="Request body fields" fields={fields} />}
    </Section>
  )
}

function Samples({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const success = operation.answers.find((answer) => !isError(answer.status))
  const media = preferredMedia(success?.media)
  return (
    <>
      <CodeBlock text={curlOf(document, operation, window.location.origin)} label="the request" title="Request" wraps />
      {success && media && (
        <Examples examples={examplesOf(document, media.content, 'response')} label={`Response ${success.status}`} />
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
