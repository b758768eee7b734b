/** The data inside a PDF: Factur-X 1.0, called ZUGFeRD 2 in Germany, in its profile EN 16931. Pure. */
import { ciiOf, core } from './cii.ts'
import type { EInvoice } from './e-invoice.ts'
import { leaf, node } from './xml.ts'

const fileName = 'factur-x.xml'
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const properties = [
  ['DocumentFileName', 'The name of the embedded XML document', fileName],
  ['DocumentType', 'The type of the hybrid document', 'INVOICE'],
  ['Version', 'The version of the standard', '1.0'],
  ['ConformanceLevel', 'The profile of the embedded document', 'EN 16931'],
] as const

/** PDF/A allows only metadata that the file itself describes. */
const metadata = [
  `<rdf:Description xmlns:fx="${namespace}" rdf:about="">`,
  ...properties.map(([name, , value]) => leaf(`fx:${name}`, value)),
  '</rdf:Description>',
  '<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
    'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
    'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">',
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  leaf('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
  leaf('pdfaSchema:namespaceURI', namespace),
  leaf('pdfaSchema:prefix', 'fx'),
  '<pdfaSchema:property><rdf:Seq>',
  ...properties.map(([name, description]) =>
    node(
      'rdf:li',
      leaf('pdfaProperty:name', name),
      leaf('pdfaProperty:valueType', 'Text'),
      leaf('pdfaProperty:category', 'external'),
      leaf('pdfaProperty:description', description),
    ).replace('<rdf:li>', '<rdf:li rdf:parseType="Resource">'),
  ),
  '</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>',
].join('')

export const facturXOf = (invoice: EInvoice) => ({ name: fileName, text: ciiOf(invoice, core), metadata })
