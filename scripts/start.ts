// The window is not built yet: this says so, and what there is instead.
console.log(`Lectern has no window yet. Its core works from the command line:

  npm run demo                               a scene for two voices, rendered on this machine
  npx lectern render SCRIPT.txt --out FOLDER a script of your own
  npx lectern help                           everything else`);
