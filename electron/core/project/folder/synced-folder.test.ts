import { expect, it } from 'vitest';
import { type Machine, syncServiceOf } from './synced-folder.ts';

const mac: Machine = { platform: 'darwin', home: '/Users/ada', env: {}, exists: () => false };
const windows: Machine = {
  platform: 'win32',
  home: 'C:\\Users\\ada',
  env: { OneDrive: 'C:\\Users\\ada\\OneDrive', OneDriveCommercial: 'D:\\OneDrive - Studio' },
  exists: () => false,
};
const linux: Machine = { platform: 'linux', home: '/home/ada', env: {}, exists: () => false };

it.each([
  [windows, 'C:\\Users\\ada\\OneDrive\\Documents\\Lectern\\Earnest.lectern', 'OneDrive'],
  [windows, 'c:\\users\\ada\\onedrive\\Earnest.lectern', 'OneDrive'],
  [windows, 'D:\\OneDrive - Studio\\Earnest.lectern', 'OneDrive'],
  [windows, 'C:\\Users\\ada\\OneDriveOld\\Earnest.lectern', null],
  [windows, 'C:\\Users\\ada\\Documents\\Lectern\\Earnest.lectern', null],
  [mac, '/Users/ada/Library/CloudStorage/OneDrive-Studio/Earnest.lectern', 'OneDrive'],
  [mac, '/Users/ada/Library/CloudStorage/GoogleDrive-ada@example.org/My Drive/Earnest.lectern', 'Google Drive'],
  [mac, '/Users/ada/Library/CloudStorage/Elsewhere/Earnest.lectern', null],
  [mac, '/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Earnest.lectern', 'iCloud Drive'],
  [mac, '/Users/ada/Documents/Lectern/Earnest.lectern', null],
  [linux, '/home/ada/Dropbox/Earnest.lectern', 'Dropbox'],
  [linux, '/home/ada/..Dropbox/Earnest.lectern', null],
  [linux, '/home/Dropbox/Earnest.lectern', null],
] as const)('%o: %s is synchronised by %s', (machine, folder, service) => {
  expect(syncServiceOf(folder, machine)).toBe(service);
});

it('finds Documents in iCloud Drive if that mirrors it', () => {
  const mirrored = { ...mac, exists: (path: string) => path.endsWith('/com~apple~CloudDocs/Documents') };
  expect(syncServiceOf('/Users/ada/Documents/Lectern/Earnest.lectern', mirrored)).toBe('iCloud Drive');
  expect(syncServiceOf('/Users/ada/Desktop/Earnest.lectern', mirrored)).toBeNull();
});
