/** The invoice as data: each format with its download, or the reason why there is none. */
import { Anchor } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { Facts } from '../blocks/layout.tsx'

const { one: texts } = words.invoices

export function EInvoices({ id }: { id: string }) {
  const query = useOperation('getConsoleClientInvoicesByIdEInvoices', { id })
  const base = `/console/client-invoices/${id}`
  return (
    <Panel title={texts.eInvoices}>
      <Loaded query={query}>
        {(formats) => {
          const [first] = formats
          // One sentence instead of three, if all reasons are the same.
          const isSame = first?.problem && formats.every(({ problem }) => problem === first.problem)
          if (isSame) return <p style={{ margin: 0 }}>{texts.noEInvoice(first.problem)}</p>
          return (
            <Facts
              facts={formats.map(({ format, problem }) => [
                texts.eInvoice[format],
                problem ? (
                  texts.noEInvoice(problem)
                ) : (
                  <Anchor
                    key={format}
                    href={format === 'factur-x' ? `${base}/pdf` : `${base}/e-invoice?format=${format}`}
                    download
                  >
                    {texts.download}
                  </Anchor>
                ),
              ])}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}
