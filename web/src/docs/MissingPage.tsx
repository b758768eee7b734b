import { Anchor, Text, Title } from '@mantine/core'
import { dialects, dialectTitles } from '../shared/dialects.ts'
import { hashOf, type Place } from './location.ts'

/** Mostly reached by changing the dialect on an operation that only one of them has. */
export function MissingPage({ place }: { place: Place }) {
  const other = dialects.find((dialect) => dialect !== place.dialect) ?? place.dialect
  return (
    <article>
      <Title order={1} tabIndex={-1}>
        Not in the {dialectTitles[place.dialect]} API
      </Title>
      <Text mt="sm">
        This operation doesn’t exist here.{' '}
        <Anchor href={hashOf({ dialect: place.dialect, anchor: '' })} underline="always">
          See all operations
        </Anchor>
        , or try{' '}
        <Anchor href={hashOf({ dialect: other, anchor: place.anchor })} underline="always">
          the {dialectTitles[other]} API
        </Anchor>
        .
      </Text>
    </article>
  )
}
