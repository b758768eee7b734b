/** Downloads of a report, in several formats. */
import { Button } from '@mantine/core'
import { addressOf } from '../../api/call.ts'
import { texts } from '../../shared/texts/texts.ts'

interface FileButtonsProps {
  readonly params: Parameters<typeof addressOf>[1]
  readonly formats: readonly string[]
}

export const FileButtons = ({ params, formats }: FileButtonsProps) => (
  <>
    <span>{texts.reports.download}</span>
    {formats.map((format) => (
      <Button
        key={format}
        component="a"
        variant="default"
        size="xs"
        href={addressOf('/client/report', { ...params, format })}
        download
      >
        {format.toUpperCase()}
      </Button>
    ))}
  </>
)
