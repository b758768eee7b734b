/** The trips of a driver, newest first. */
import '../styles.ts'
import { Anchor, Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import { formatKm } from '../measures.ts'
import { timelineAddress } from '../route.ts'
import { dateOf } from '../timeline/days/day.ts'
import { lastDays } from './period.ts'

/** About a day's trips; a month's hundreds would hide the end of the page. */
const shownMax = 20

export function DriverTrips({ driver, nameOf }: { driver: string; nameOf: (unit: number) => string }) {
  const [{ from, to }] = useState(lastDays)
  const [isWhole, setIsWhole] = useState(false)
  const query = useOperation('getClientDriversByIdTrips', { id: driver, from, to })
  return (
    <Panel title={`${words.trips} · ${words.period}`}>
      <Loaded query={query} height={120}>
        {(trips) =>
          trips.length === 0 ? (
            <Text c="dimmed">{words.noTrips}</Text>
          ) : (
            <>
              <Table.ScrollContainer minWidth={420}>
                <Table aria-label={words.trips}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{words.tripStart}</Table.Th>
                      <Table.Th>{words.unit}</Table.Th>
                      <Table.Th>{words.distance}</Table.Th>
                      <Table.Th>{words.assigned}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {trips
                      .toReversed()
                      .slice(0, isWhole ? undefined : shownMax)
                      .map((trip) => (
                        <Table.Tr key={trip.id}>
                          <Table.Td>
                            <Anchor inherit href={timelineAddress(dateOf(trip.from), [trip.unit_id], trip.from)}>
                              {formatTime(trip.from)}
                            </Anchor>
                          </Table.Td>
                          <Table.Td>{nameOf(trip.unit_id)}</Table.Td>
                          <Table.Td>{formatKm(trip.distance)}</Table.Td>
                          <Table.Td>{trip.driver && words.sources[trip.driver.source]}</Table.Td>
                        </Table.Tr>
                      ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
              {!isWhole && trips.length > shownMax && (
                <Button variant="default" size="xs" mt="sm" onClick={() => setIsWhole(true)}>
                  {words.allTrips(trips.length)}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
