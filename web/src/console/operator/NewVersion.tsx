import { Anchor } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { operator } from '../../shared/texts/operator.ts'

const { version } = operator

/** The banner when a newer Waymark is released. */
export function NewVersion() {
  const { data } = useOperation('getOperatorVersion', undefined)
  if (!data?.newer) return null
  return (
    <Notice tone="quiet" title={version.newer(data.newer.version)}>
      {version.current(data.version)}{' '}
      <Anchor inherit href={data.newer.url} target="_blank" rel="noreferrer">
        {version.notes}
      </Anchor>
    </Notice>
  )
}
