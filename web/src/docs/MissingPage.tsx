import { Anchor, Text, Title } from '@mantine/core'
import { dialects, dialectTitles } from '../shared/dialects.ts'
import { type DocsRoute, hashOf } from './route.ts'

/** Mostly reached by changing the dialect on an operation that only one of them has. */
export function MissingPage({ route }: { route: DocsRoute }) {
  const other = dialects.find((dialect) => dialect !== route.dialect) ?? route.dialect
  return (
    <article>
      <Title order={1} tabIndex={-1}>
        Not in the {dialectTitles[route.dialect]} API
      </Title>
      <Text mt="sm">
        This operation doesn’t exist here.{' '}
        <Anchor href={hashOf({ dialect: route.dialect, anchor: '' })} underline="always">
          See all operations
        </Anchor>
        , or try{' '}
        <Anchor href={hashOf({ dialect: other, anchor: route.anchor })} underline="always">
          the {dialectTitles[other]} API
        </Anchor>
        .
      </Text>
    </article>
  )
}
