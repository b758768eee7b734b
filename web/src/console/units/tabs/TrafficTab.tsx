import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { TerminalIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Empty } from '../../blocks/layout.tsx'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'
import { FrameView } from './FrameView.tsx'

const { traffic } = words.units
const pageSize = 10
const everyMilliseconds = 5_000

export function TrafficTab({ unit }: UnitProps) {
  const query = useInfiniteQuery({
    queryKey: ['getUnitsByIdTraffic', unit.id],
    queryFn: ({ pageParam, signal }) =>
      call('getUnitsByIdTraffic', { id: unit.id, count: pageSize, before: pageParam }, undefined, signal),
    initialPageParam: undefined as number | undefined,
    // A login comes with the frame it is kept with, so a page may be longer than requested, but not shorter.
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.received_at),
    // New frames do not scroll the list while someone reads old ones.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : everyMilliseconds),
  })
  return (
    <Panel title={traffic.title}>
      <p className={classes.intro}>{traffic.hint}</p>
      <Loaded query={query} height={320}>
        {({ pages }) => {
          const frames = pages.flat()
          if (frames.length === 0) {
            return (
              <Empty icon={<TerminalIcon />} title={traffic.none}>
                {traffic.noneText}
              </Empty>
            )
          }
          return (
            <div>
              {frames.map((frame) => (
                <FrameView key={`${frame.received_at} ${frame.kind} ${frame.hex}`} frame={frame} />
              ))}
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {traffic.older}
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}
