import { Anchor, Text, Title } from '@mantine/core'
import { type Dialect, dialectTitles, documentAddress } from '../shared/dialects.ts'
import classes from './OverviewPage.module.css'
import type { OpenApiDocument, SecurityScheme } from './openapi.ts'
import { MethodBadge } from './operation/MethodBadge.tsx'
import { Line, Prose } from './Prose.tsx'
import { resolve } from './references.ts'
import { errorsAnchor, hashOf } from './route.ts'
import type { Reference } from './use-reference.ts'

export function OverviewPage({ reference, dialect }: { reference: Reference; dialect: Dialect }) {
  const { document, chapters, operations } = reference
  const info = document.info ?? {}
  return (
    <article className={classes.page}>
      <header>
        <Title order={1} tabIndex={-1}>
          {info.title ?? `${dialectTitles[dialect]} API`}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {info.version && `Version ${info.version} · `}
          {operations.length} operations ·{' '}
          <Anchor href={documentAddress(dialect)} underline="always">
            OpenAPI document
          </Anchor>
        </Text>
        <Text size="sm" c="dimmed">
          Other APIs:{' '}
          <Anchor href="/openapi/client.json" underline="always">
            client
          </Anchor>
          ,{' '}
          <Anchor href="/openapi/console.json" underline="always">
            console sign-in
          </Anchor>{' '}
          and{' '}
          <Anchor href="/openapi/operator.json" underline="always">
            operator
          </Anchor>
          .
        </Text>
      </header>
      {(info.description ?? info.summary) && <Prose text={info.description ?? info.summary ?? ''} />}
      <Proof document={document} />
      <section>
        <Title order={2} mb={4}>
          Errors
        </Title>
        <Text>
          All errors have the same format: a code for programs and a message for people.{' '}
          <Anchor href={hashOf({ dialect, anchor: errorsAnchor })} underline="always">
            Read about errors
          </Anchor>
        </Text>
      </section>
      {chapters.map((chapter) => (
        <section key={chapter.tag}>
          <Title order={2}>{chapter.title}</Title>
          {chapter.description && (
            <Text c="dimmed" mt={4}>
              <Line text={chapter.description} />
            </Text>
          )}
          <ul className={classes.list}>
            {chapter.operations.map((operation) => (
              <li key={operation.anchor}>
                <a href={hashOf({ dialect, anchor: operation.anchor })} className={classes.operation}>
                  <span>
                    <MethodBadge method={operation.method} />
                  </span>
                  <span className={classes.title}>{operation.title}</span>
                  <code className={classes.path}>{operation.path}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}

function Proof({ document }: { document: OpenApiDocument }) {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).flatMap(
    (node) => resolve<SecurityScheme>(document, node).value ?? [],
  )
  if (schemes.length === 0) return null
  return (
    <section>
      <Title order={2} mb={4}>
        Authentication
      </Title>
      {schemes.map((scheme) => (
        <Text key={`${scheme.type} ${scheme.name} ${scheme.scheme}`}>
          <Line text={`${placeOfProof(scheme)} ${scheme.description ?? ''}`} />
        </Text>
      ))}
    </section>
  )
}

function placeOfProof(scheme: SecurityScheme): string {
  if (scheme.type === 'apiKey') return `Send the token in the ${scheme.in ?? 'header'} \`${scheme.name ?? ''}\`.`
  if (scheme.type === 'http') return `Send it in the \`Authorization\` header (${scheme.scheme ?? 'any scheme'}).`
  return `Uses ${scheme.type ?? 'a custom scheme'}.`
}
