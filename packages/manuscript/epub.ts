export { fileInArchive } from './formats/archive.ts';
export {
  childrenNamed,
  decodeXml,
  descendants,
  firstDescendant,
  readXml,
  textOf,
  type XmlElement,
} from './formats/page/xml.ts';
export { unpackEntry, type ZipEntry, zipEntries } from './formats/zip-files.ts';
